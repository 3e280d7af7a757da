import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Goes to another address once, in place of the current one. */
export function Go({ to }: { to: string }) {
  const router = useRouter()
  useEffect(() => router.history.replace(to), [router, to])
  return null
}

/** The sign-in page, remembering where the way was interrupted. */
export const loginAddress = (from: string): string =>
  from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
