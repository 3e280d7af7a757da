import type { LocationAdapter } from '@kinora/react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

/** The address bar as the place where a list keeps its state, so that a view can be shared. */
export function useRouterLocation(): LocationAdapter {
  const router = useRouter()
  const { searchStr, pathname } = useLocation()
  return useMemo(
    () => ({
      read: () => new URLSearchParams(searchStr),
      write(params, options) {
        const search = params.toString()
        const href = search === '' ? pathname : `${pathname}?${search}`
        if (options?.replace) router.history.replace(href)
        else router.history.push(href)
      },
    }),
    [router, searchStr, pathname],
  )
}
