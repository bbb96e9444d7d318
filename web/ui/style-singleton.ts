/**
 * Stands in for `react-style-singleton` (see vite.config.ts), which writes a <style> element that the content security
 * policy forbids. The rules go into a constructed style sheet instead, as long as a component that wants them lives.
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
