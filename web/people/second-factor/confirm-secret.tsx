import encodeQr from 'qr';
import type { ReactNode } from 'react';
import { CopyButton } from '#web/kit/ui/copy-button.tsx';
import { CodeForm } from './code-form.tsx';
import styles from './second-factor.module.css';

/** A new secret of an authenticator app. */
export interface Secret {
  /** Base32. */
  secret: string;
  /** Address for a QR code. */
  uri: string;
}

interface ConfirmSecretProps {
  secret: Secret;
  onCode: (code: string) => Promise<void>;
  /** Further buttons. */
  children?: ReactNode;
}

/** Draws a QR code, black on white in both themes, because some cameras don't read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  const modules = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={modules.join('')} />
    </svg>
  );
}

/** Shows a new secret as a QR code and as text, and asks for a code that confirms it. */
export function ConfirmSecret({ secret: { secret, uri }, onCode, children }: ConfirmSecretProps) {
  const letters = secret.match(/.{4}/g)?.join(' ') ?? secret;
  return (
    <div className="stack">
      <p>
        Escaneá este código con una aplicación de autenticación de tu teléfono (Google Authenticator, Aegis, 2FAS…).
      </p>
      <QrCode text={uri} label="Código QR para la aplicación de autenticación" />
      <p className={styles.secret}>
        <span>
          Si no podés escanearlo, escribí esta clave: <b>{letters}</b>
        </span>
        <CopyButton text={secret} label="Copiar la clave" />
      </p>
      <CodeForm appOnly submitText="Confirmar" onCode={onCode}>
        {children}
      </CodeForm>
    </div>
  );
}
