import { formatTimestamp } from '#shared/kit/text/format.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';

/** Announces from when the company requires a second factor that the user hasn't set up. @param from ISO 8601 */
export default function FactorNotice({ from }: { from: string }) {
  return (
    <Note>
      Desde el {formatTimestamp(from)} tu empresa exige el segundo paso: configuralo antes para seguir trabajando.{' '}
      <Link to={paths.secondFactor}>Configurar el segundo paso</Link>
    </Note>
  );
}
