import type * as z from 'zod'
import { everyRole, Role } from './access.ts'
import { accounts } from './accounts/endpoints.ts'
import { AuditEntry } from './audit/schema.ts'
import { Batch } from './batches/schema.ts'
import { NewEmbedSession } from './embed-sessions/schema.ts'
import { NewKey } from './keys/schema.ts'
import { Member } from './members/schema.ts'
import { Provider, ProviderRecord } from './providers/schema.ts'
import { session } from './session/endpoints.ts'
import { User } from './session/schema.ts'
import { site } from './site/endpoints.ts'
import { GeneralDraft } from './site/schema.ts'
import { AppSettings, WebSettings } from './tenant-settings/schema.ts'
import { tenants } from './tenants/endpoints.ts'
import { AppKeyPair, Tenant, TenantSettings } from './tenants/schema.ts'
import { Webhook, WebhookSecret } from './webhooks/schema.ts'

/** Roles that may see a field of an entity in an answer. */
export interface RestrictedField {
  field: string
  /** The field's own schema: whatever is picked from, or added to, the entity keeps it. */
  schema: z.core.$ZodType
  roles: readonly Reader[]
}

/** A role, or the site of a tenant: what it reads, members may be shown. */
export type Reader = Role | 'site'

const managers = [Role.Admin, Role.Support]
/** Of what a tenant reads of itself: of secrets whether they are set. */
const readers = [...managers, Role.Tenant]

/**
 * F-2, AUTH-21, ROLE-14: fields that tell about a person or a contract, and who may see them. Rows are the business of the
 * scope: a tenant sees these of itself alone. A field that isn't named is for every role that may make the call.
 */
export const restrictedFields: readonly RestrictedField[] = [
  ...guard(Tenant, {
    customerNumber: [...managers, Role.Tenant],
    email: [...managers, Role.Tenant],
    providerEmail: [...managers, Role.Tenant],
  }),
  ...guard(TenantSettings, { hasPassword: readers, jwPlayerSecret: readers }),
  ...guard(WebSettings, { secretKey: readers, webHookKey: readers }),
  ...guard(AppSettings, { sharedSecret: readers }),
  // Of one's own, and only in the answer that makes it.
  ...guard(NewKey, { secret: everyRole }),
  ...guard(NewEmbedSession, { token: everyRole }),
  ...guard(AppKeyPair, { accessKey: managers, secretKey: managers }),
  ...guard(tenants.token.output, { token: everyRole }),
  ...guard(site.preview.output, { token: [Role.Tenant, Role.Support] }),
  ...guard(Provider, { email: everyRole, phoneNumber: everyRole, contact: everyRole }),
  ...guard(ProviderRecord, { hasJwPlayerSecret: [...managers, Role.Provider] }),
  ...guard(GeneralDraft, { contactEmail: [Role.Tenant, Role.Support, 'site'] }),
  ...guard(User, { email: everyRole }),
  ...guard(session.login.output, { token: everyRole, refreshToken: everyRole }),
  ...guard(accounts.changePassword.output, { token: everyRole, refreshToken: everyRole }),
  ...guard(session.refresh.output, { token: everyRole, refreshToken: everyRole }),
  ...guard(AuditEntry, { email: managers }),
  ...guard(Member, { email: [Role.Tenant, Role.Support] }),
  ...guard(Webhook, { formerSecretUntil: readers }),
  ...guard(WebhookSecret, { secret: readers }),
  ...guard(Batch, { notificationEmail: [Role.Provider, Role.Tenant, Role.Support] }),
]

/** AUTH-21: a field of such a name says who may see it, or it doesn't leave. */
export const isSensitive = (field: string): boolean =>
  /e-?mail|phone|contact|customer|password|secret|token|apikey|accesskey/i.test(field)

function guard<S extends z.ZodRawShape>(
  entity: z.ZodObject<S>,
  roles: { [K in keyof S]?: readonly Reader[] },
): RestrictedField[] {
  return Object.entries(roles).map(([field, seenBy]) => ({
    field,
    schema: entity.shape[field]!,
    roles: seenBy as readonly Role[],
  }))
}
