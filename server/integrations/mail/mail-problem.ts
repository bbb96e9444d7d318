/** Problems by Nodemailer's error code. */
const PROBLEMS: Record<string, string> = {
  EAUTH: 'El servidor de correo no acepta el usuario o la contraseña de SMTP_URL',
  EDNS: 'No existe el servidor de correo de SMTP_URL',
  ECONNECTION: 'No se pudo conectar con el servidor de correo de SMTP_URL',
  ESOCKET: 'No se pudo conectar con el servidor de correo de SMTP_URL',
  ETIMEDOUT: 'El servidor de correo de SMTP_URL no respondió',
  ETLS: 'El servidor de correo no ofrece una conexión cifrada',
};

/** Returns the Spanish reason why a mail wasn't sent, with the mail server's own words if it refused the mail. */
export function mailProblem(error: unknown): string {
  const { code = '', response } = Object(error) as { code?: string; response?: unknown };
  const known = PROBLEMS[code];
  if (known) return known;
  const words =
    typeof response === 'string'
      ? response
          .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
          .trim()
          .slice(0, 200)
      : '';
  return words ? `El servidor de correo no lo aceptó: ${words}` : 'El servidor de correo no lo aceptó';
}
