import { Role } from '../access.ts'
import { callsFor, noun } from '../kernel/endpoint.ts'
import { Id, LimitedText, OfTenant } from '../kernel/fields.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { Favourite, FavouriteChange } from './schema.ts'

const { get, post } = callsFor({ allow: [Role.Tenant, Role.Support], scope: 'tenant' })

export const favourites = noun('favourites', {
  list: get('/v4/titles/favourite', {
    summary: 'The tenant’s favourites, the latest first (API-28)',
    input: OfTenant.extend(PageInput.shape).extend({ query: LimitedText().optional() }),
    output: Paged(Favourite),
    aliases: [{ method: 'GET', path: '/favourites' }],
  }),
  view: get('/v4/titles/favourite/{id}', {
    summary: 'One favourite of the tenant, by the tag of its title (API-28)',
    input: OfTenant.extend({ id: Id }),
    output: Favourite,
    aliases: [{ method: 'GET', path: '/favourites/{id}' }],
  }),
  set: post('/v4/titles/favourite', {
    summary: 'Adds a title to the tenant’s favourites or removes it; done twice, it is done once (API-27)',
    input: FavouriteChange,
    output: FavouriteChange,
    aliases: [{ method: 'POST', path: '/favourites' }],
  }),
})
