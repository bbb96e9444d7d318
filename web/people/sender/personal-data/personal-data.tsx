import { useRoleReason } from '#web/parts/user/use-permission-reason.ts';
import { paths } from '#web/paths.ts';
import { SheetBody } from '#web/ui/layouts.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { OwnDataPanel } from './own-data-panel.tsx';
import { ReceiverPanel } from './receiver-panel.tsx';

const BACK = { to: paths.account, label: 'Mi Cuenta' };

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
