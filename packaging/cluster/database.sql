-- Once, on the primary: psql -h MACHINE -U postgres -f database.sql
create role acolhe login password 'PASSWORD-OF-ACOLHE';
create database acolhe owner acolhe;
