import { useCapability } from '#web/lib/capabilities.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './account.module.css';

/** Link to requests about personal data. Hidden before a gateway without the calls. */
export function PersonalDataPanel() {
  if (!useCapability('personalData')) return null;
  return (
    <Panel
      title="Datos personales"
      action={
        <LinkButton to={paths.personalData} size="sm">
          Ver datos personales
        </LinkButton>
      }
    >
      <p className={styles.aside}>
        Descargá o borrá los datos de un destinatario que lo pidió (Ley 25.326), o los tuyos.
      </p>
    </Panel>
  );
}
