import { readTeam } from '#shared/people/team.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useRoleReason } from '#web/parts/user/use-permission-reason.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './account.module.css';

/**
 * Links to the users of the company and, once there are several, to what they did (readings C54). Hidden before a gateway without
 * the calls.
 */
export function TeamPanel() {
  const shown = useCapability('team');
  const team = useApiQuery(readTeam);
  const refused = useRoleReason('company');
  if (!shown) return null;
  const several = (team.data?.results.length ?? 0) > 1;
  return (
    <Panel
      title="Equipo"
      action={
        <span className={styles.buttons}>
          {several && (
            <LinkButton to={paths.activity} size="sm" disabledReason={refused}>
              Ver la actividad
            </LinkButton>
          )}
          <LinkButton to={paths.team} size="sm">
            Ver el equipo
          </LinkButton>
        </span>
      }
    >
      <p className={styles.aside}>Cada persona de tu empresa puede entrar con su propio usuario.</p>
    </Panel>
  );
}
