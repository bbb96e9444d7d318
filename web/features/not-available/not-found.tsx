import { Link } from 'react-router';
import { messages } from '#shared/messages.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { DoorNote } from '#web/parts/door/door-form.tsx';
import { paths } from '#web/paths.ts';
import { DoorLayout } from '#web/ui/door-layout.tsx';

const TITLE = 'Página no encontrada';

/** Any address outside the route table. */
export default function NotFound() {
  usePageTitle(TITLE);
  return (
    <DoorLayout tagline={TITLE} stub={<Link to={paths.home}>Ir al inicio</Link>}>
      <DoorNote>{messages.notFound}. Puede que la dirección esté mal escrita.</DoorNote>
    </DoorLayout>
  );
}
