import { fold } from './fold.ts';

/** Very common passwords of six characters or more, without case and accents, from published lists and for Argentina. */
const COMMON_PASSWORDS = new Set([
  ...['123456', '1234567', '12345678', '123456789', '654321', '123123', '123321', '121212', '112233', '123123123'],
  ...['987654321', '87654321', '102030', '159753', '147258369', '123654', '456789', '789456', '789456123', '101010'],
  ...['qwerty', 'qwerty1', 'qwerty12', 'qwerty123', 'qwertyui', 'asdfgh', 'asdfghjk', 'asdfghjkl', 'asdasd', 'zxcvbn'],
  ...['zxcvbnm', 'qweasd', 'qweqwe', 'qazwsx', 'qazwsx123', '1q2w3e', '1q2w3e4r', '1qaz2wsx', 'q1w2e3r4', 'zaq12wsx'],
  ...['abc123', 'abcd1234', 'abcdef', 'abc12345', 'abcdefg', 'aa123456', 'a123456', 'a1b2c3', 'a1b2c3d4', 'abcdefgh'],
  ...['password', 'password1', 'passw0rd', 'pass123', 'pass1234', 'p@ssw0rd', 'clave123', 'clave1234'],
  ...['secreto', 'cambiame', 'admin123', 'admin1234', 'usuario', 'usuario1', 'prueba', 'prueba123'],
  ...['test123', 'test1234', 'welcome', 'welcome1', 'letmein', 'monkey', 'dragon', 'master', 'sunshine', 'princess'],
  ...['iloveyou', 'teamo123', 'teamo1', 'tequiero', 'miamor', 'amorcito', 'estrella', 'familia', 'football'],
  ...[
    'superman',
    'pokemon',
    'naruto',
    'martin',
    'nicolas',
    'sebastian',
    'valentina',
    'carolina',
    'fernando',
    'gabriel',
  ],
  ...['argentina', 'campeones', 'boca123', 'boca1234', 'bocaboca', 'bostero', 'river123', 'river1234'],
  ...['racing', 'racing123', 'rosario', 'cordoba', 'mendoza', 'messi10', 'messi123', 'maradona', 'diego10', 'lionel'],
  ...['logistica', 'deposito', 'envios', 'envios123', 'correo', 'correo123', 'empresa', 'empresa1', 'empresa123'],
  ...['portal', 'portal123', 'ventas', 'ventas123', 'oficina', 'oficina1', 'trabajo', 'internet'],
  ...['1234567890', '12345678910', '123456789a', '0123456789', '0987654321', '1111111111', '0000000000', '1212121212'],
  ...[
    '1q2w3e4r5t',
    '1q2w3e4r5t6y',
    'q1w2e3r4t5',
    'qwertyuiop',
    'qwerty1234',
    'qwerty12345',
    'qwerty123456',
    'qwer123456',
  ],
  ...[
    'qwertyuiop123',
    'asdfghjkl1',
    'asdfghjkl123',
    'zxcvbnm123',
    'asdasdasd1',
    'asdfasdfasdf',
    'abcdefghij',
    'abcd123456',
  ],
  ...[
    'abc1234567',
    'a123456789',
    'aa12345678',
    'aa123456789',
    '1234567899',
    '123456789q',
    '123123123123',
    '1234554321',
  ],
  ...[
    'password12',
    'password123',
    'password1234',
    'passw0rd123',
    'p@ssw0rd123',
    'contrasena',
    'contrasena1',
    'contrasena123',
  ],
  ...[
    'contrasenia',
    'contrasenia1',
    'contrasenia123',
    'micontrasena',
    'cambiame123',
    'cambiame2026',
    'bienvenido',
    'bienvenido1',
  ],
  ...[
    'bienvenida',
    'bienvenida1',
    'bienvenido123',
    'administrador',
    'administrador1',
    'admin12345',
    'admin123456',
    'adminadmin',
  ],
  ...[
    'usuario123',
    'usuario1234',
    'soporte123',
    'operador123',
    'operaciones',
    'operaciones1',
    'logistica1',
    'logistica123',
  ],
  ...[
    'logistica2025',
    'logistica2026',
    'deposito123',
    'transporte',
    'transporte1',
    'transporte123',
    'expreso123',
    'encomienda',
  ],
  ...[
    'iloveyou12',
    'iloveyou123',
    'teamomucho',
    'teamomucho1',
    'tequieromucho',
    'teamo12345',
    'football123',
    'superman123',
  ],
  ...[
    'argentina1',
    'argentina10',
    'argentina123',
    'argentina2022',
    'argentina2026',
    'argentina86',
    'bocajuniors',
    'bocajuniors1',
  ],
  ...[
    'bocajuniors12',
    'riverplate',
    'riverplate1',
    'riverplate9',
    'racingclub',
    'racingclub1',
    'independiente',
    'sanlorenzo',
  ],
  ...[
    'sanlorenzo1',
    'maradona10',
    'diegomaradona',
    'lionelmessi',
    'messi10messi',
    'buenosaires',
    'buenosaires1',
    'qazwsxedcr',
  ],
  ...[
    '1qaz2wsx3edc',
    'zaq12wsxcde3',
    'letmein1234',
    'welcome123',
    'welcome1234',
    'changeme123',
    'monkey12345',
    'dragon12345',
  ],
]);

/** Returns a text with letters of usual width and without invisible characters, so that a disguised password is compared as what it is. */
const withoutDisguise = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

/** Returns a password without case, accents, full width and invisible characters, as the lists contain it. */
export const plainPassword = (password: string): string => fold(withoutDisguise(password));

/** Whether a password is one of the very common ones, which attackers try first. Ignores case, accents and disguises. */
export function isCommonPassword(password: string): boolean {
  const plain = plainPassword(password);
  return COMMON_PASSWORDS.has(plain) || /^(.)\1*$/.test(plain);
}

/** Minimum length of a user name that a password must not contain. */
const USERNAME_MIN = 4;

/** Whether a password contains its user's name (readings C58). Names below four characters don't count. */
export const containsUsername = (password: string, username: string): boolean =>
  username.length >= USERNAME_MIN && plainPassword(password).includes(fold(username));
