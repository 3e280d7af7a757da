import { Role } from '@kinora/core'
import { useUser } from '../../kernel/provider.tsx'
import { TenantFilter } from '../../kernel/tenant-field.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import type { TitleTexts } from '../texts.ts'
import { filterNames, optionsOf } from './filters.ts'
import type { TitleListModel } from './use-title-list.ts'

const words = {
  providerId: 'ui.all.providers',
  channelId: 'ui.all.channels',
} as const
type SelectorId = keyof typeof words

interface TitleSelectorsProps {
  list: Pick<TitleListModel, 'asked' | 'change' | 'metadata' | 'texts' | 'fixed'>
  texts: TitleTexts
}

/**
 * NAV-60, NAV-61: one provider, for those who see several, and one channel; several of them by the filters of the list. An
 * administrator, who acts for no tenant, may look at one (F-2, C-145).
 */
export function TitleSelectors({ list, texts }: TitleSelectorsProps) {
  const { role } = useUser()
  const { asked: state, change, fixed } = list
  return (
    <>
      {role === Role.Admin && !fixed?.includes('tenant') ? (
        <TenantFilter
          value={state.filters.tenant?.[0]}
          onChange={id =>
            change({ filters: { ...state.filters, tenant: id === undefined ? undefined : [id] } })
          }
        />
      ) : null}
      <SupplySelectors list={list} texts={texts} />
    </>
  )
}

function SupplySelectors({ list, texts: { text } }: TitleSelectorsProps) {
  const { asked: state, change, metadata, texts, fixed = [] } = list
  const { role } = useUser()
  const ids: readonly SelectorId[] =
    role === Role.Admin || role === Role.Support ? ['providerId', 'channelId'] : ['channelId']
  return ids
    .filter(id => !fixed.includes(id))
    .map(id => {
      const name = text(filterNames[id])
      const chosen = state.filters[id] ?? []
      return (
        <Combobox
          key={id}
          size="compact"
          aria-label={name}
          prefix={name}
          value={chosen.join(' ')}
          chosenLabel={text('ui.titles.chosen', { count: chosen.length })}
          loading={metadata === undefined}
          searchLabel={texts.searchFilter(name)}
          emptyText={texts.noOption}
          options={[{ value: '', label: text(words[id]) }, ...optionsOf(id, metadata, text)]}
          onChange={value =>
            change({ filters: { ...state.filters, [id]: value === '' ? undefined : [value] } })
          }
        />
      )
    })
}
