export const tenantsPath = '/tenants'
export const tenantHref = (id: string) => `${tenantsPath}/${encodeURIComponent(id)}`
