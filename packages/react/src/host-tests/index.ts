export type { CallName } from './calls.ts'
export type {
  EventFixture,
  FixtureName,
  Fixtures,
  TenantFixture,
  TestAccount,
  TitleFixture,
} from './fixtures.ts'
export {
  createTestKinora,
  type Fault,
  type FaultOptions,
  type TestedPlatform,
  type TestKinora,
} from './test-kinora.ts'
