import { modifyPassword, passwordChange } from '#shared/people/access.ts';
import { readPrintConfig } from '#shared/people/account.ts';
import { readTeam } from '#shared/people/team.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { useSettings } from '#web/kit/call/settings.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { DetailLayout } from '#web/kit/ui/layout/layouts.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DescriptionList, type DescriptionRow, Panel } from '#web/kit/ui/layout/panel.tsx';
import { printConfigOf } from '#web/orders/print/print-config.ts';
import { paths } from '#web/paths.ts';
import { PasswordChangeForm } from '#web/people/password/change-form.tsx';
import { useRoleReason } from '#web/people/user/use-permission-reason.ts';
import { type User, useUser } from '#web/people/user/use-user.ts';
import { ShortcutsSwitch } from '#web/shell/frame/shortcuts-switch.tsx';
import styles from './account.module.css';
import { AddressesPanel } from './addresses-panel.tsx';
import { BuyerContactPanel } from './buyer-contact-panel.tsx';
import { PackagePresetsPanel } from './package-presets-panel.tsx';
import { PrintSettingsForm } from './print-settings-form.tsx';

/** Links to the user's sessions, second factor and change of the e-mail. Hidden before a gateway without the calls. */
function AccessPanel() {
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

/** Lists the user's data. Without them, only the username and company of the session (readings R4). */
function itemsOf(user: User): DescriptionRow[] {
  const username = { term: 'Usuario', value: user.username };
  const company = { term: 'Empresa', value: user.company };
  if (user.state !== 'known') return [username, ...(user.company ? [company] : [])];
  return [
    username,
    { term: 'Nombre', value: user.first_name },
    { term: 'Apellido', value: user.last_name },
    { term: 'Teléfono', value: user.client_phone },
    { term: 'Email', value: user.email },
    company,
  ];
}

/** Mis Datos (D2 §2), read-only. */
function MyDataPanel() {
  const user = useUser('foreignUser');
  const { support } = useSettings();
  return (
    <Panel title="Mis Datos">
      {user.state === 'loading' ? (
        <Skeleton lines={6} label="Cargando tus datos" />
      ) : (
        <DescriptionList groups={[itemsOf(user)]} />
      )}
      {user.state === 'failed' && (
        <div className={styles.aside}>
          <Note tone="bad" role="alert">
            No pudimos traer el resto de tus datos.{' '}
            <button type="button" className="link-button" onClick={user.retry}>
              Reintentar
            </button>
          </Note>
        </div>
      )}
      {support && <p className={styles.aside}>Para cambiarlos, comunicate con soporte: {support}</p>}
    </Panel>
  );
}

const TITLE = 'Cambiar Contraseña';

/** Changes the password (D2 §2, §5). Only the length is enforced; the requested complexity is advice (readings S10). */
function PasswordPanel() {
  const { username } = useClientSession();
  const endsSessions = useCapability('accountSecurity') !== false;
  const { send, pending } = useApiMutation(modifyPassword);

  async function change(body: { currentPassword: string; newPassword: string }) {
    await send({ body });
    // Our own gateway ends the other sessions; a foreign gateway may not.
    alerts.success('Contraseña modificada correctamente', endsSessions ? 'Se cerraron tus otras sesiones' : undefined);
  }

  return (
    <Panel title={TITLE}>
      <PasswordChangeForm
        title={TITLE}
        schema={passwordChange}
        account={username}
        username={username}
        pending={pending}
        onChange={change}
      >
        <p className="muted">Usá números, letras mayúsculas y minúsculas, y un carácter especial.</p>
      </PasswordChangeForm>
    </Panel>
  );
}

/** Link to requests about personal data. Hidden before a gateway without the calls. */
function PersonalDataPanel() {
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

/** Ajustes de Impresión (D2 §2): loads the print settings and shows their form. */
function PrintSettingsPanel() {
  const answer = useApiQuery(readPrintConfig);
  const config = answer.data ? printConfigOf(answer.data) : null;
  return (
    <Panel title="Ajustes de Impresión">
      {config ? (
        <PrintSettingsForm config={config} />
      ) : answer.isPending ? (
        <Skeleton lines={17} label="Cargando los ajustes de impresión" />
      ) : (
        <ErrorState onRetry={() => void answer.refetch()} />
      )}
    </Panel>
  );
}

/** Turns keyboard shortcuts on or off: they can collide with screen readers and dictation. */
function ShortcutsPanel() {
  return (
    <Panel title="Atajos de teclado">
      <ShortcutsSwitch />
      <p className={styles.aside}>
        Con <kbd>n</kbd> empezás una orden y con <kbd>?</kbd> ves todos. Si usás un lector de pantalla o dictado, podés
        desactivarlos en este navegador.
      </p>
    </Panel>
  );
}

/**
 * Links to the users of the company and, once there are several, to what they did (readings C54). Hidden before a gateway without
 * the calls.
 */
function TeamPanel() {
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

/** `/usuario`, Mi Cuenta (D2 §2): user data and collection addresses, with password and print settings at the side. */
export default function Account() {
  const phone = useMediaQuery(PHONE);
  return (
    <>
      <PageHeader title="Mi Cuenta" />
      <DetailLayout
        side={
          <>
            <PrintSettingsPanel />
            <PasswordPanel />
          </>
        }
      >
        <div className="stack">
          <MyDataPanel />
          <TeamPanel />
          <AccessPanel />
          <AddressesPanel />
          <BuyerContactPanel />
          <PackagePresetsPanel />
          <PersonalDataPanel />
          {!phone && <ShortcutsPanel />}
        </div>
      </DetailLayout>
    </>
  );
}
