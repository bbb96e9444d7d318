import { keptPerson } from '#web/console/kit/kept-person.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { AuthPage, type AuthPageProps } from '#web/people/auth/auth-page.tsx';

interface LoginFrameProps extends AuthPageProps {
  /** What the dialog asks for. */
  description?: string;
}

/** A step of the login: a page of its own, or a dialog over the page of a session that ended by itself. */
export function LoginFrame({
  description = 'Ingresá de nuevo: lo que escribiste sigue acá.',
  ...props
}: LoginFrameProps) {
  const kept = useStore(keptPerson);
  if (!kept) return <AuthPage {...props} />;
  return (
    <Dialog open locked onOpenChange={() => undefined} title="Tu sesión terminó" description={description}>
      <div className="stack">
        {props.children}
        {props.stub}
      </div>
    </Dialog>
  );
}
