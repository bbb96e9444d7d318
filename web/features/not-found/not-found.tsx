import { messages } from '#shared/messages.ts';
import { paths } from '#web/paths.ts';
import { AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
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
