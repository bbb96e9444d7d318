import { endOneSession, endOtherSessions, listSessions } from '#shared/people/sessions.ts';
import { NotLoaded } from '#web/kit/ui/display/empty-state.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { paths } from '#web/paths.ts';
import { SessionsPanel } from '#web/people/sessions-panel.tsx';

const BACK = { to: paths.account, label: 'Mi Cuenta' };

const CALLS = { list: listSessions, end: endOneSession, endOthers: endOtherSessions };

/** `/usuario/sesiones`: the user's open sessions, each of which can be ended. */
export default function Sessions() {
  return (
    <>
      <PageHeader title="Sesiones" back={BACK} />
      <SheetBody>
        <div className="stack">
          <SessionsPanel calls={CALLS} NotLoaded={NotLoaded} />
          <p className="muted">
            Si no reconocés una sesión, cerrala y cambiá tu contraseña en Mi Cuenta. El último uso tiene hasta cinco
            minutos de demora.
          </p>
        </div>
      </SheetBody>
    </>
  );
}
