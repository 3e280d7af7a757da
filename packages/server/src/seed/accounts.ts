import { Role } from '@kinora/core'

/** The password of the demo accounts unless another is configured; never good enough for anything but this machine. */
export const DEMO_PASSWORD = 'Kinora-demo-1'

export interface DemoAccount {
  userId: string
  email: string
  displayName: string
  role: Role
  providerTag: string | null
  tenantIds: readonly string[]
}

/** One account of each kind. Provider and tenant carry the e-mail of their record (C-80). */
export const demoAccounts = {
  admin: {
    userId: 'user-admin',
    email: 'admin@demo.kinora.test',
    displayName: 'Ada Okafor',
    role: Role.Admin,
    providerTag: null,
    tenantIds: [],
  },
  provider: {
    userId: 'user-provider',
    email: 'provider@demo.kinora.test',
    displayName: 'Ironside Training',
    role: Role.Provider,
    providerTag: 'ironside',
    tenantIds: [],
  },
  tenant: {
    userId: 'user-tenant',
    email: 'tenant@demo.kinora.test',
    displayName: 'Pulse House',
    role: Role.Tenant,
    providerTag: null,
    tenantIds: ['pulsehouse', 'oasiswellness'],
  },
  support: {
    userId: 'user-support',
    email: 'support@demo.kinora.test',
    displayName: 'Sam Lindqvist',
    role: Role.Support,
    providerTag: null,
    tenantIds: [],
  },
} as const satisfies Record<string, DemoAccount>

export type DemoAccountName = keyof typeof demoAccounts
