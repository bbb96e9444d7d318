import { Button } from '#web/kit/ui/button.tsx';
import { AuthLayout } from '#web/kit/ui/layout/auth-layout.tsx';

/** Page after a rendering error: the texts of failed lists (D1 §8) and a reload button. */
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
