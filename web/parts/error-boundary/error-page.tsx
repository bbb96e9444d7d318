import { AuthLayout } from '#web/ui/auth-layout.tsx';
import { Button } from '#web/ui/button.tsx';

/** The page after a fault: the two sentences of the lists (D1 §8), and the way to start again. */
export function ErrorPage() {
  return (
    <AuthLayout tagline="Ocurrió un error">
      <p>Por favor, intente nuevamente más tarde o comuníquese con soporte técnico</p>
      <p>
        <Button variant="primary" wide onClick={() => window.location.reload()}>
          Recargar la página
        </Button>
      </p>
    </AuthLayout>
  );
}
