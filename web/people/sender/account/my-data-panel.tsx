import { useSettings } from '#web/lib/settings.ts';
import { type User, useUser } from '#web/parts/user/use-user.ts';
import { Note } from '#web/ui/note.tsx';
import { type DescriptionItem, DescriptionList, Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './account.module.css';

/** Lists the user's data. Without them, only the username and company of the session (readings R4). */
function itemsOf(user: User): DescriptionItem[] {
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
export function MyDataPanel() {
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
