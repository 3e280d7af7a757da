/** ROLE-01: the four kinds of user, as the role claim of the token carries them. */
export const Role = { Admin: 0, Provider: 1, Tenant: 2, Support: 3 } as const
export type Role = (typeof Role)[keyof typeof Role]

/** Who may make a call: people of these roles, everyone without a sign-in, or the site of a tenant with its token (TENANT-27). */
export type Allow = readonly Role[] | 'everyone' | 'site'

/** Whether people of a role may make a call. */
export const isForRole = ({ allow, staff }: { allow: Allow; staff: readonly Role[] }, role: Role): boolean =>
  allow === 'everyone' || (allow === 'site' ? staff : allow).includes(role)

export const everyRole: readonly Role[] = [Role.Admin, Role.Provider, Role.Tenant, Role.Support]

/** POST and PUT that only read, beside every `list`. */
export const readingCalls: readonly string[] = [
  'accounts.checkEmail',
  'titles.search',
  'titles.export',
  'titles.plays',
  'titles.published',
  'titles.classChooser',
  'batches.fetch',
  'reviews.export',
  'reviews.ratings',
  'title-jobs.preview',
  'site.general',
  'site.mobile',
  'publishing.preview',
  'publishing.titles',
  'members.export',
  'members.metadata',
  'members.subscriptions',
  'members.fetch',
  'members.history',
  'entitlements.explain',
  'site-content.member',
  'member-imports.fetch',
  'member-imports.download',
  'subscriptions.view',
  'subscriptions.checkPrice',
  'tenants.view',
  'web-settings.webhook',
  'app-settings.webhook',
  'documents.view',
  'documents.download',
  'web-settings.view',
  'web-settings.checkPrice',
  'web-settings.checkAddress',
  'app-settings.view',
]

/** Whether a call changes nothing, so that asking again is always safe. */
export const isReading = ({ id, method }: { id: string; method: string }): boolean =>
  method === 'GET' || id.endsWith('.list') || readingCalls.includes(id)
