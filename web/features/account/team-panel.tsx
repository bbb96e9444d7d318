import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './account.module.css';

/** Link to the users of the company. Hidden with a strict gateway, which lacks the calls (readings R4). */
export function TeamPanel() {
  const ready = useSettingsReady();
  const { strict } = useSettings();
  if (!ready || strict) return null;
  return (
    <Panel
      title="Equipo"
      action={
        <LinkButton to={paths.team} size="sm">
          Ver el equipo
        </LinkButton>
      }
    >
      <p className={styles.aside}>Cada persona de tu empresa puede entrar con su propio usuario.</p>
    </Panel>
  );
}
