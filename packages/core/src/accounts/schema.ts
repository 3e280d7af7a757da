import * as z from 'zod'
import { Role } from '../access.ts'
import { limits } from '../kernel/field-rules.ts'
import { Email, onOneLine, RequiredText, TenantPassword, writeOnly } from '../kernel/fields.ts'

/** C-99: one's own password; the old one proves who asks. */
export const PasswordChange = z.object({
  currentPassword: z
    .string()
    .max(limits.password)
    .refine(text => text.trim() !== '', 'validation.required')
    .meta(writeOnly),
  /** The rules are the same for every kind of account (VAL-02; VAL-03 is for creating a provider). */
  newPassword: TenantPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** C-80: accounts of these kinds belong to no record; they are made on the server's own machine. */
export const staffRoles = [Role.Admin, Role.Support] as const

/** An administrator or customer support, as `kinora accounts create` makes them (VAL-01, VAL-02). */
export const StaffDraft = z.object({
  email: Email,
  displayName: RequiredText().superRefine(onOneLine),
  role: z.literal(staffRoles),
  password: TenantPassword,
})
export type StaffDraft = z.infer<typeof StaffDraft>
