import { endOneSession, endOtherSessions, listSessions } from '#shared/people/sessions.ts';
import { paths } from '#web/paths.ts';
import { SessionsPanel } from '#web/people/sessions/sessions-panel.tsx';
import { NotLoaded } from '#web/ui/empty-state.tsx';
import { SheetBody } from '#web/ui/layouts.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

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
