/** ROLE-01: the four kinds of user, as the role claim of the token carries them. */
export const Role = { Admin: 0, Provider: 1, Tenant: 2, Support: 3 } as const
export type Role = (typeof Role)[keyof typeof Role]

/** Who may make a call: people of these roles, everyone without a sign-in, or the site of a tenant with its token (TENANT-27). */
export type Allow = readonly Role[] | 'everyone' | 'site'

export const everyRole: readonly Role[] = [Role.Admin, Role.Provider, Role.Tenant, Role.Support]
