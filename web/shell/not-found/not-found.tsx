import { messages } from '#shared/kit/messages.ts';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';

const TITLE = 'Página no encontrada';

/** The page for any URL outside the route table. */
export default function NotFound() {
  return (
    <AuthPage title={TITLE} stub={<Link to={paths.home}>Ir al inicio</Link>}>
      <AuthNote>{messages.notFound}. Puede que la dirección esté mal escrita.</AuthNote>
    </AuthPage>
  );
}
