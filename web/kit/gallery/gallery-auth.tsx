import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { PasswordInput, TextInput } from '#web/kit/ui/field/text-input.tsx';

export const GalleryAuth = {
  Form: () => (
    <>
      <form className="stack">
        <Field label="Usuario">
          <TextInput defaultValue="sofia.ferreyra" autoComplete="username" />
        </Field>
        <Field label="Contraseña">
          <PasswordInput defaultValue="quebracho" autoComplete="current-password" />
        </Field>
        <Button variant="primary" type="submit">
          Entrar
        </Button>
      </form>
      <p style={{ marginTop: 16, textAlign: 'center' }}>
        <a href="#/ingreso">¿Has olvidado la contraseña?</a>
      </p>
    </>
  ),
  Stub: () => (
    <>
      <span className="muted">¿Todavía no tenés cuenta?</span>
      <LinkButton to="/" size="sm">
        Registrate
      </LinkButton>
    </>
  ),
};
