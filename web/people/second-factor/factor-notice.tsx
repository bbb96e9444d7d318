import { formatTimestamp } from '#shared/format.ts';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';

/** Announces from when the company requires a second factor that the user hasn't set up. @param from ISO 8601 */
export default function FactorNotice({ from }: { from: string }) {
  return (
    <Note>
      Desde el {formatTimestamp(from)} tu empresa exige el segundo paso: configuralo antes para seguir trabajando.{' '}
      <Link to={paths.secondFactor}>Configurar el segundo paso</Link>
    </Note>
  );
}
