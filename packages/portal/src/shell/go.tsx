import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Goes to another address once, in place of the current one; what the address has become meanwhile doesn't matter. */
export function Go({ to }: { to: string }) {
  const router = useRouter()
  const [target] = useState(to)
  useEffect(() => router.history.replace(target), [router, target])
  return null
}

/** The sign-in page, remembering where the way was interrupted. */
export const loginAddress = (from: string): string =>
  from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
