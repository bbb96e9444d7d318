import type { ComponentType } from 'react';
import { AuthPage, type AuthPageProps } from '#web/people/auth/auth-page.tsx';
import { CodeForm, type CodeFormProps } from './code-form.tsx';

interface CodePageProps extends Pick<CodeFormProps, 'onCode' | 'onPasskey' | 'help' | 'options'> {
  /** Name by which the person logs in. */
  name: string;
  /** Text of the button that begins the login again. */
  leaveText: string;
  onLeave: () => void;
  Frame?: ComponentType<AuthPageProps>;
}

/** Second step of a login: a code of the authenticator app, a backup code or a passkey. */
export function CodePage({ name, leaveText, onLeave, Frame = AuthPage, ...form }: CodePageProps) {
  return (
    <Frame
      title="Segundo paso"
      heading={`Entrás como ${name}`}
      stub={
        <button type="button" className="link-button" onClick={onLeave}>
          {leaveText}
        </button>
      }
    >
      <CodeForm {...form} />
    </Frame>
  );
}
