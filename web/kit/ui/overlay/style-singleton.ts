/**
 * Replaces `react-style-singleton` (see vite.config.ts), whose <style> element the content security policy forbids. The
 * rules go into a constructed style sheet while a component that uses them is mounted.
 */
import { useEffect } from 'react';

export function styleSingleton() {
  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets.push(sheet);
      return () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      };
    }, [styles]);
    return null;
  };
}
