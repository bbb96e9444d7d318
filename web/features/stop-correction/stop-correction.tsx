import { stopEmailCorrection } from '#shared/email-correction.ts';
import { StopLink } from '#web/parts/auth/stop-link.tsx';

/** `/detener-correccion/{hash}`: gives an account the e-mail again that the provider replaced. */
export default function StopCorrection() {
  return (
    <StopLink call={stopEmailCorrection} title="Recuperar el email de mi cuenta">
      Tu cuenta tiene otro email, a pedido. Si no lo pediste, recuperá el tuyo: se cierran todas las sesiones y podés
      elegir una contraseña nueva.
    </StopLink>
  );
}
