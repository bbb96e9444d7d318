import { useCapability } from '#web/lib/capabilities.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './account.module.css';

/** Links to the user's sessions, second factor and change of the e-mail. Hidden before a gateway without the calls. */
export function AccessPanel() {
  if (!useCapability('accountSecurity')) return null;
  return (
    <Panel
      title="Acceso"
      action={
        <div className={styles.buttons}>
          <LinkButton to={paths.changeEmail} size="sm">
            Cambiar email
          </LinkButton>
          <LinkButton to={paths.secondFactor} size="sm">
            Segundo paso
          </LinkButton>
          <LinkButton to={paths.sessions} size="sm">
            Sesiones
          </LinkButton>
        </div>
      }
    >
      <p className={styles.aside}>
        Mirá en qué dispositivos está abierta tu cuenta, y protegé el ingreso con un código de tu teléfono.
      </p>
    </Panel>
  );
}
