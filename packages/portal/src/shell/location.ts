import type { LocationAdapter } from '@kinora/react'
import { useMemo } from 'react'
import { useNavigation, usePlace } from '../router/navigation.ts'

/** The address bar as the place where a list keeps its state, so that a view can be shared. */
export function useRouterLocation(): LocationAdapter {
  const navigation = useNavigation()
  const { search: query, pathname } = usePlace()
  return useMemo(
    () => ({
      read: () => new URLSearchParams(query),
      write(params, options) {
        const search = params.toString()
        const href = search === '' ? pathname : `${pathname}?${search}`
        if (options?.replace) navigation.replace(href)
        else navigation.push(href)
      },
    }),
    [navigation, query, pathname],
  )
}
