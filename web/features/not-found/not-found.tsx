import { messages } from '#shared/messages.ts';
import { DoorNote } from '#web/parts/door/door-form.tsx';
import { DoorPage } from '#web/parts/door/door-page.tsx';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';

const TITLE = 'Página no encontrada';

/** Any address outside the route table. */
export default function NotFound() {
  return (
    <DoorPage title={TITLE} stub={<Link to={paths.home}>Ir al inicio</Link>}>
      <DoorNote>{messages.notFound}. Puede que la dirección esté mal escrita.</DoorNote>
    </DoorPage>
  );
}
