import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { DoorNote } from '#web/parts/door/door-form.tsx';
import { DoorPage } from '#web/parts/door/door-page.tsx';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { activateOnce } from './activate-once.ts';

/** `/activation/{hash}` (D1 §2): a spinner, then one of two results. */
export default function Activation() {
  const { hash = '' } = useParams();
  const [active, setActive] = useState<boolean | null>(null);

  useEffect(() => {
    let gone = false;
    void activateOnce(hash).then((result) => {
      if (!gone) setActive(result);
    });
    return () => {
      gone = true;
    };
  }, [hash]);

  return (
    <DoorPage title="Activación de la cuenta" stub={active !== null && <Link to={paths.login}>Ir al login</Link>}>
      <DoorNote role="status">
        {active === null && <Spinner label="Activando la cuenta…" />}
        {active === true && 'La cuenta se activó correctamente'}
        {active === false && 'Error en la activación de la cuenta'}
      </DoorNote>
    </DoorPage>
  );
}
