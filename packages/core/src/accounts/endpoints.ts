import * as z from 'zod'
import { everyRole, Role } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Email } from '../kernel/fields.ts'
import { TenantId } from '../tenants/schema.ts'
import { PasswordChange } from './schema.ts'

export const accounts = noun('accounts', {
  changePassword: post('/identity/password', {
    summary: '† Changes one’s own password, ends all sessions of the account and begins a new one (C-99)',
    input: PasswordChange,
    output: z.object({ token: z.string(), refreshToken: z.string() }),
    allow: everyRole,
    isSecret: true,
  }),
  checkEmail: post('/identity/email', {
    summary: '† Whether a tenant or a provider may take an e-mail address, as far as others have it (C-92)',
    input: z.object({
      email: Email,
      /** Whose own address counts as free. */
      tenantId: TenantId.meta({ wire: 'tenantID' }).optional(),
    }),
    output: z.object({ isFree: z.boolean() }),
    allow: [Role.Admin, Role.Support],
    scope: 'managed',
  }),
})
