/**
 * Returns the SQL condition that a user has a second factor.
 *
 * @param user alias or name of the table `users`
 */
export const hasFactor = (user: string): string =>
  `EXISTS (SELECT FROM user_factors f WHERE f.client_id = ${user}.client_id AND f.user_id = ${user}.id AND f.confirmed_at IS NOT NULL)`;

/** Returns the SQL condition that a user has a passkey. @param user alias or name of the table `users` */
export const hasPasskey = (user: string): string =>
  `EXISTS (SELECT FROM user_factors f WHERE f.client_id = ${user}.client_id AND f.user_id = ${user}.id AND f.kind = 'passkey')`;

/** Returns the SQL condition that a member of the staff has a second factor. @param staff alias or name of the table `staff` */
export const staffHasFactor = (staff: string): string =>
  `EXISTS (SELECT FROM staff_factors f WHERE f.staff_id = ${staff}.id AND f.confirmed_at IS NOT NULL)`;

/** Returns the SQL condition that a member of the staff has a passkey. @param staff alias or name of the table `staff` */
export const staffHasPasskey = (staff: string): string =>
  `EXISTS (SELECT FROM staff_factors f WHERE f.staff_id = ${staff}.id AND f.kind = 'passkey')`;
