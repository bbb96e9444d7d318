import { useCapability } from '#web/kit/call/capabilities.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { useMainAddress } from './use-main-address.ts';

/** Says before anything is typed or uploaded that orders need a collection address. Nothing if there is one. */
export function MissingAddress({ className }: { className?: string | undefined }) {
  const required = useCapability('mainAddress');
  if (useMainAddress() !== null || !required) return null;
  return (
    <div className={className}>
      <Note>
        Todavía no tenés una dirección de colecta, y sin ella no se puede crear ninguna orden. Cargala en{' '}
        <Link to={paths.account}>Mi Cuenta</Link>.
      </Note>
    </div>
  );
}
