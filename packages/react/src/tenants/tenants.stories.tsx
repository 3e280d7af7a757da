import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { AppSettingsForm } from './app-settings-form.tsx'
import { DeletedTenantList } from './deleted-tenant-list.tsx'
import { storyTenant, storyWeb, tabHrefs, tenantAnswers } from './fixtures.tsx'
import { TenantForm } from './tenant-form.tsx'
import { TenantList } from './tenant-list.tsx'
import { WebSettingsForm } from './web-settings-form.tsx'

export default { title: 'Tenants/Tenants' }

const paged = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const list = (tenants: StoryAnswers['tenants']) => (
  <StoryKinora answers={tenantAnswers({ tenants })}>
    <TenantList rowHref={id => `#${id}`} addHref="#add" deletedHref="#deleted" />
  </StoryKinora>
)
const deleted = (tenants: StoryAnswers['tenants']) => (
  <StoryKinora answers={tenantAnswers({ tenants })}>
    <DeletedTenantList listHref="#list" />
  </StoryKinora>
)
const form = (id?: string, answers = tenantAnswers()) => (
  <StoryKinora answers={answers}>
    <TenantForm id={id} tabHrefs={tabHrefs} />
  </StoryKinora>
)
const web = (answers = tenantAnswers()) => (
  <StoryKinora answers={answers}>
    <WebSettingsForm tenantId="north" tabHrefs={tabHrefs} />
  </StoryKinora>
)
const gone = {
  tenantId: 'lake',
  name: 'Lake Studio',
  deletedDate: '2026-11-20T10:00:00Z',
  restorableUntil: '2026-12-20T10:00:00Z',
}

export const ListLoading = { render: () => list({ list: never }) }
export const ListEmpty = { render: () => list({ list: () => paged([]) }) }
export const ListFailed = { render: () => list({ list: () => new Failure(500) }) }
export const ListFull = { render: () => list({}) }
export const DeletedEmpty = { render: () => deleted({ deleted: () => paged([]) }) }
export const DeletedFull = { render: () => deleted({ deleted: () => paged([gone]) }) }
export const New = { render: () => form() }
export const Missing = {
  render: () => form('gone', tenantAnswers({ tenants: { view: () => new Failure(404) } })),
}
export const Stored = { render: () => form('north') }
export const Web = { render: () => web() }
export const WebOfMembers = {
  render: () =>
    web(
      tenantAnswers({
        'web-settings': {
          view: () => ({ ...storyWeb, lockedContentBehaviour: 'show_subscription_options' }),
        },
      }),
    ),
}
/** TENANT-15: a site whose product isn’t activated. */
export const WebWithoutProduct = {
  render: () => web(tenantAnswers({}, { ...storyTenant, activatedProducts: ['API'] })),
}
export const App = {
  render: () => (
    <StoryKinora answers={tenantAnswers()}>
      <AppSettingsForm tenantId="north" tabHrefs={tabHrefs} />
    </StoryKinora>
  ),
}
