import { useEffect } from 'react';
import { usePersistedChoice } from '#web/kit/ui/use-persisted-choice.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the stored theme and a setter; `public/theme.js` applies the theme before the first paint. */
export function useTheme(): [Theme, (next: Theme) => void] {
  const [theme, choose] = usePersistedChoice<Theme>('theme', THEMES, 'system');
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, choose];
}
