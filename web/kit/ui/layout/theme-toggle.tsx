import { IconButton } from '#web/kit/ui/button.tsx';
import { Contrast, Moon, Sun } from '#web/kit/ui/display/icons.ts';
import { THEMES, useTheme } from './theme.ts';

const NAMES = { system: 'Tema del sistema', light: 'Tema claro', dark: 'Tema oscuro' };
const ICONS = { system: Contrast, light: Sun, dark: Moon };

/** Cycles through system, light and dark theme; the choice is stored in the browser. */
export function ThemeToggle() {
  const [theme, choose] = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const Icon = ICONS[theme];
  return (
    <IconButton
      label={`${NAMES[theme]}. Cambiar a ${NAMES[next].toLowerCase()}`}
      icon={<Icon className="icon-18" />}
      onClick={() => choose(next)}
    />
  );
}
