import { eraseOwnUser, exportOwnData } from '#shared/people/personal-data.ts';
import { leaveRefusal } from '#shared/people/rules/team.ts';
import { readTeam } from '#shared/people/team.ts';
import { type ActionDialogProps, useActionDialog } from '#web/kit/app/use-action-dialog.tsx';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { endSession } from '#web/kit/call/session.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { paths } from '#web/paths.ts';
import { useRoleReason } from '#web/people/user/use-permission-reason.ts';
import { DownloadButton } from './download-button.tsx';
import styles from './personal-data.module.css';
import { ReceiverPanel } from './receiver-panel.tsx';

const BACK = { to: paths.account, label: 'Mi Cuenta' };

/** What is kept of the user: download, and erasure together with leaving the company. */
function OwnDataPanel() {
  const { data } = useApiQuery(readTeam, {});
  const { ask, dialog } = useActionDialog(EraseOwnDialog);
  const users = data?.results ?? [];
  const me = users.find((user) => user.me);
  const owners = users.filter(({ role, state }) => role === 'owner' && state === 'active').length;
  return (
    <Panel title="Mis datos personales">
      <p className="muted">
        El archivo tiene tus datos, tus sesiones y lo que hiciste en el portal. Al borrarlos dejás la empresa; tu nombre
        de usuario queda hasta 13 meses en el registro de actividad, que no se puede cambiar.
      </p>
      <div className={styles.buttons}>
        <DownloadButton endpoint={exportOwnData} name="Mis datos personales">
          Descargar mis datos
        </DownloadButton>
        <Button
          variant="danger"
          aria-haspopup="dialog"
          disabledReason={me && leaveRefusal(me.role, owners)}
          onClick={() => ask({})}
        >
          Borrar mis datos
        </Button>
      </div>
      {dialog}
    </Panel>
  );
}

function EraseOwnDialog({ open, onOpenChange }: ActionDialogProps<object>) {
  const confirm = async () => {
    try {
      const { message } = await call(eraseOwnUser, { body: { confirmed: true } });
      endSession({ forced: false });
      alerts.success(message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
  };
  return (
    <ConfirmDialog
      title="Borrar mis datos y salir de la empresa"
      message="Tu sesión se cierra ahora, tu usuario deja de servir y se borran tu nombre, tu email y tu teléfono. No se puede deshacer."
      confirmText="Borrar mis datos"
      danger
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={confirm}
    />
  );
}

/** `/usuario/datos-personales`: what is kept of a receiver or of the user, for requests under Ley 25.326. */
export default function PersonalData() {
  const refused = useRoleReason('company');
  return (
    <>
      <PageHeader title="Datos personales" back={BACK} />
      <SheetBody>
        <div className="stack">
          {refused ? (
            <Panel title="Datos de un destinatario">
              <p className="muted">{refused}</p>
            </Panel>
          ) : (
            <ReceiverPanel />
          )}
          <OwnDataPanel />
        </div>
      </SheetBody>
    </>
  );
}
