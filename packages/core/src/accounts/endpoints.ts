import * as z from 'zod'
import { everyRole } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { PasswordChange } from './schema.ts'

export const accounts = noun('accounts', {
  changePassword: post('/identity/password', {
    summary: '† Changes one’s own password, ends all sessions of the account and begins a new one (C-99)',
    input: PasswordChange,
    output: z.object({ token: z.string(), refreshToken: z.string() }),
    allow: everyRole,
    isSecret: true,
  }),
})
