/**
 * Returns the SQL condition that a user has a second factor.
 *
 * @param table alias or name of a table with the user's client and id
 * @param id column with the user's id
 */
export const hasFactor = (table: string, id = 'id'): string =>
  `EXISTS (SELECT FROM user_factors f WHERE f.client_id = ${table}.client_id AND f.user_id = ${table}.${id} AND f.confirmed_at IS NOT NULL)`;

/** Returns the SQL condition that a user has a passkey. @param user alias or name of the table `users` */
export const hasPasskey = (user: string): string =>
  `EXISTS (SELECT FROM user_factors f WHERE f.client_id = ${user}.client_id AND f.user_id = ${user}.id AND f.kind = 'passkey')`;

/** Returns the SQL condition that a member of the staff has a second factor. @param staff alias or name of the table `staff` */
export const staffHasFactor = (staff: string): string =>
  `EXISTS (SELECT FROM staff_factors f WHERE f.staff_id = ${staff}.id AND f.confirmed_at IS NOT NULL)`;

/** Returns the SQL condition that a member of the staff has a passkey. @param staff alias or name of the table `staff` */
export const staffHasPasskey = (staff: string): string =>
  `EXISTS (SELECT FROM staff_factors f WHERE f.staff_id = ${staff}.id AND f.kind = 'passkey')`;
