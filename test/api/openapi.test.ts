import { Validation } from '@hyperjump/json-schema';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import t from 'tap';
import { openApiDocument } from '../../src/api/openapi.js';
import { componentSchemas } from '../../src/api/openapi-schemas.js';
void Validation; void validate; void t; void componentSchemas;
console.log(JSON.stringify(openApiDocument('1'), null, 1));
