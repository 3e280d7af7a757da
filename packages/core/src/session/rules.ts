import type { Credentials } from './schema.ts'

export const isSignInName = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)
export const isPassword = (text: string): boolean => text.trim() !== ''

/** AUTH-04: what a form asks that only wants to know whether it is ready. */
export const areCredentials = ({ email, password }: Credentials): boolean =>
  isSignInName(email) && isPassword(password)
