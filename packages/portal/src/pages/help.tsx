import pages from 'virtual:kinora-help'
import { HelpCentre } from '@kinora/react'
import { useMemo } from 'react'
import { usePlace } from '../router/navigation.ts'

const href = (page?: string, section?: string): string =>
  page === undefined ? '/help' : `/help?${new URLSearchParams({ page, ...(section && { section }) })}`

/** † decision 0122: `?page=` is a page, `?for=` the path of a screen, `?code=` a refusal. */
export function HelpPage() {
  const { search } = usePlace()
  const wanted = useMemo(() => {
    const params = new URLSearchParams(search)
    const given = (name: string) => params.get(name) ?? undefined
    return { slug: given('page'), section: given('section'), path: given('for'), code: given('code') }
  }, [search])
  return <HelpCentre pages={pages} wanted={wanted} href={href} />
}
