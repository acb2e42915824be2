import { csharp } from './programs'
import { describeClient } from './scenes'

describeClient('C#', csharp)
