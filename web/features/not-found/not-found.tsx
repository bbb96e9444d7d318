import { messages } from '#shared/messages.ts';
import { AuthNote } from '#web/parts/auth/auth-form.tsx';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';

const TITLE = 'Página no encontrada';

/** The page for any URL outside the route table. */
export default function NotFound() {
  return (
    <AuthPage title={TITLE} stub={<Link to={paths.home}>Ir al inicio</Link>}>
      <AuthNote>{messages.notFound}. Puede que la dirección esté mal escrita.</AuthNote>
    </AuthPage>
  );
}
